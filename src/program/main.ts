// The script `main` of the program: it starts commands, with oclif, which the other scripts import from it.
export {run} from '../cli/oclif/run.js'
export {Args, Command, Errors, Flags, Help} from './oclif.js'
