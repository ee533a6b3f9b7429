// Determines the exit status of all commands. Defined in lint because reports use it and cannot import cli.

export {endingOf, exitStatus, incompleteNotes, incompleteText, lintFacts, type RunFacts} from '../lint/ending.js'
