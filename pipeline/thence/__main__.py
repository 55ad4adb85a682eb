"""``python -m thence``: the command line where the script's folder is not on PATH."""

from thence.cli import main

if __name__ == "__main__":
    main()
