// What decides the exit status of all commands; reports go by it, too, and cannot import cli.

export {endingOf, exitStatus, incompleteNotes, incompleteText, lintFacts, type RunFacts} from '../lint/ending.js'
