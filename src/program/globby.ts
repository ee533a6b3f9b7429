// The script `globby` of the program: few runs load it.
export {globby} from 'globby'
export {makeRe} from 'picomatch'
