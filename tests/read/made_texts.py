"""Texts in many languages and the encodings they used to be saved in; all sentences are made up."""

from __future__ import annotations

__all__ = ["LEGACY"]

LEGACY = {
    ("cp1252", "French"): "Le directeur général a signé l’accord à Málaga. Où est l’hôtel ? Ça coûte 30 €.",
    ("cp1252", "German"): "Die Prüfung der Bücher für das Geschäftsjahr endet in München; Größe und Maß stimmen.",
    ("cp1252", "Spanish"): "El señor Núñez pagó la factura el día 3. ¿Quién la recibió? La compañía está en León.",
    ("cp1252", "Danish"): "Søren Dahl købte en gård på Ærø. Han bor også i Ålborg.",
    ("cp1252", "English"): "Zoë Böhm and René Faure met “the others” at the café – it’s near the harbour.",
    ("latin-1", "Portuguese"): "A reunião não foi realizada. A direção informou que o Sr. Gonçalves é sócio.",
    ("latin-1", "Icelandic"): "Þórður sagði að það væri búið. Guðrún á húsið í Reykjavík.",
    ("cp1250", "Polish"): "Spółka została założona w Łodzi. Członkowie zarządu są wymienieni poniżej. Dziękuję.",
    ("cp1250", "Czech"): "Společnost byla založena v roce 1993. Předseda představenstva řekl, že smlouva ještě platí.",
    (
        "cp1250",
        "Hungarian",
    ): "A szerződést október harmadikán írták alá. Az őr elfelejtette a kulcsot. A győri űrlap.",
    (
        "iso8859_2",
        "Polish",
    ): "Śledztwo trwa. Późną jesienią świadek zeznał, że właściciel wyjechał do Gdańska.",
    ("cp1254", "Turkish"): "Şirketin müdürü İstanbul'da yaşıyor. Sözleşme geçen yıl imzalandı, ödeme yapılmadı.",
    ("cp1251", "Russian"): "Общество было основано в Казани. Директором назначен Иван Петров. Договор подписан.",
    ("koi8_r", "Russian"): "Общество было основано в Казани. Директором назначен Иван Петров. Договор подписан.",
    ("cp866", "Russian"): "Общество было основано в Казани. Директором назначен Иван Петров. Договор подписан.",
    ("cp1251", "Ukrainian"): "Товариство засноване у Києві. Директор підписав угоду, її дія триває п’ять років.",
    ("cp1251", "Bulgarian"): "Дружеството е основано в София. Управителят подписа договора и плати сумата.",
    ("cp1253", "Greek"): "Η εταιρεία ιδρύθηκε στην Αθήνα. Ο διευθυντής υπέγραψε τη σύμβαση πέρυσι.",
    ("cp1255", "Hebrew"): "החברה נוסדה בתל אביב. המנהל חתם על ההסכם בשנה שעברה.",
    ("cp1256", "Arabic"): "تأسست الشركة في القاهرة. وقع المدير على العقد في العام الماضي.",
    ("cp932", "Japanese"): "会社は東京で設立された。田中さんが社長です。契約は昨年に署名しました。",
    ("euc_jp", "Japanese"): "会社は東京で設立された。田中さんが社長です。契約は昨年に署名しました。",
    ("gb18030", "Chinese"): "公司成立于上海。王先生是董事长，他去年签署了合同。付款金额为三十万元。",
    ("big5", "Chinese"): "公司成立於臺北。王先生是董事長，他去年簽署了合約。付款金額為三十萬元。",
    ("cp949", "Korean"): "회사는 서울에서 설립되었다. 김 사장은 작년에 계약서에 서명했다. 대금은 지급되지 않았다.",
}
"""(encoding, language) -> a text."""
