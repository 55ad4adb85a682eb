"""The terms of SHACL, to tell a misspelt one from a rare one."""

from __future__ import annotations

from difflib import get_close_matches

from thence.names import SH, Iri

__all__ = ["TERMS", "nearest", "unknown"]

_NAMES = """
AbstractResult AndConstraintComponent AndConstraintComponent-and BlankNode BlankNodeOrIRI BlankNodeOrLiteral
ClassConstraintComponent ClassConstraintComponent-class ClosedConstraintComponent ClosedConstraintComponent-closed
ClosedConstraintComponent-ignoredProperties ConstraintComponent DatatypeConstraintComponent
DatatypeConstraintComponent-datatype DisjointConstraintComponent DisjointConstraintComponent-disjoint
EqualsConstraintComponent EqualsConstraintComponent-equals ExpressionConstraintComponent
ExpressionConstraintComponent-expression Function HasValueConstraintComponent HasValueConstraintComponent-hasValue IRI
IRIOrLiteral InConstraintComponent InConstraintComponent-in Info JSConstraint JSConstraint-js JSConstraintComponent
JSExecutable JSFunction JSLibrary JSRule JSTarget JSTargetType JSValidator LanguageInConstraintComponent
LanguageInConstraintComponent-languageIn LessThanConstraintComponent LessThanConstraintComponent-lessThan
LessThanOrEqualsConstraintComponent LessThanOrEqualsConstraintComponent-lessThanOrEquals Literal
MaxCountConstraintComponent MaxCountConstraintComponent-maxCount MaxExclusiveConstraintComponent
MaxExclusiveConstraintComponent-maxExclusive MaxInclusiveConstraintComponent
MaxInclusiveConstraintComponent-maxInclusive MaxLengthConstraintComponent MaxLengthConstraintComponent-maxLength
MinCountConstraintComponent MinCountConstraintComponent-minCount MinExclusiveConstraintComponent
MinExclusiveConstraintComponent-minExclusive MinInclusiveConstraintComponent
MinInclusiveConstraintComponent-minInclusive MinLengthConstraintComponent MinLengthConstraintComponent-minLength
NodeConstraintComponent NodeConstraintComponent-node NodeKind NodeKindConstraintComponent
NodeKindConstraintComponent-nodeKind NodeShape NotConstraintComponent NotConstraintComponent-not OrConstraintComponent
OrConstraintComponent-or Parameter Parameterizable PatternConstraintComponent PatternConstraintComponent-flags
PatternConstraintComponent-pattern PrefixDeclaration PropertyConstraintComponent PropertyConstraintComponent-property
PropertyGroup PropertyShape QualifiedMaxCountConstraintComponent
QualifiedMaxCountConstraintComponent-qualifiedMaxCount QualifiedMaxCountConstraintComponent-qualifiedValueShape
QualifiedMaxCountConstraintComponent-qualifiedValueShapesDisjoint QualifiedMinCountConstraintComponent
QualifiedMinCountConstraintComponent-qualifiedMinCount QualifiedMinCountConstraintComponent-qualifiedValueShape
QualifiedMinCountConstraintComponent-qualifiedValueShapesDisjoint ResultAnnotation Rule SPARQLAskExecutable
SPARQLAskValidator SPARQLConstraint SPARQLConstraintComponent SPARQLConstraintComponent-sparql
SPARQLConstructExecutable SPARQLExecutable SPARQLFunction SPARQLRule SPARQLSelectExecutable SPARQLSelectValidator
SPARQLTarget SPARQLTargetType SPARQLUpdateExecutable Severity Shape Target TargetType TripleRule
UniqueLangConstraintComponent UniqueLangConstraintComponent-uniqueLang ValidationReport ValidationResult Validator
Violation Warning XoneConstraintComponent XoneConstraintComponent-xone alternativePath and annotationProperty
annotationValue annotationVarName ask class closed condition conforms construct datatype deactivated declare
defaultValue description detail disjoint entailment equals expression filterShape flags focusNode group hasValue
ignoredProperties in intersection inversePath js jsFunctionName jsLibrary jsLibraryURL labelTemplate languageIn
lessThan lessThanOrEquals maxCount maxExclusive maxInclusive maxLength message minCount minExclusive minInclusive
minLength name namespace node nodeKind nodeValidator nodes not object oneOrMorePath optional or order parameter path
pattern predicate prefix prefixes property propertyValidator qualifiedMaxCount qualifiedMinCount qualifiedValueShape
qualifiedValueShapesDisjoint result resultAnnotation resultMessage resultPath resultSeverity returnType rule select
severity shapesGraph shapesGraphWellFormed sourceConstraint sourceConstraintComponent sourceShape sparql subject
suggestedShapesGraph target targetClass targetNode targetObjectsOf targetSubjectsOf this union uniqueLang update
validator value xone zeroOrMorePath zeroOrOnePath
"""
TERMS = frozenset(_NAMES.split())
"""Local names of the SHACL vocabulary: Core, SPARQL, Advanced Features and JavaScript, as of its Turtle file."""


def unknown(iri: str) -> bool:
    """Return whether an IRI is in SHACL's namespace but names nothing there.

    >>> unknown(SH.minlength), unknown(SH.minLength)
    (True, False)
    """
    return iri in SH and iri[len(SH.base) :] not in TERMS


def nearest(iri: str) -> Iri | None:
    """Return the SHACL term that a misspelt one may have meant, or None.

    >>> nearest(SH.minlength) == SH.minLength
    True
    """
    by_key = {term.casefold(): term for term in sorted(TERMS)}
    found = get_close_matches(iri[len(SH.base) :].casefold(), sorted(by_key), n=1, cutoff=0.7)
    return SH[by_key[found[0]]] if found else None
