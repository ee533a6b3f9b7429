export {basename, dirname, isAbsolute, join, normalize, relative, resolve, sep} from 'node:path'
