"""`python -m stichwerk`: the same as the command `stichwerk`."""

from stichwerk.cli import main

if __name__ == "__main__":
    main()
