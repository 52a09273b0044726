@rem npm on Windows: scripts that begin with exec (elsewhere the shell steps aside for the program) run as they are.
@%*
