import {byteLength} from '../go/text.js'

/** Returns the errors of a port number (apimachinery IsValidPortNum). */
export const portErrors = (port: number): string[] => port >= 1 && port <= 65535 ? [] : ['must be between 1 and 65535, inclusive']

const portNameRules: readonly {isBroken(name: string): boolean, message: string}[] = [
  {isBroken: (name) => byteLength(name) > 15, message: 'must be no more than 15 characters'},
  {isBroken: (name) => !/^[-a-z0-9]+$/.test(name), message: 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'},
  {isBroken: (name) => !/[a-z]/.test(name), message: 'must contain at least one letter (a-z)'},
  {isBroken: (name) => name.includes('--'), message: 'must not contain consecutive hyphens'},
  {isBroken: (name) => name.startsWith('-') || name.endsWith('-'), message: 'must not begin or end with a hyphen'},
]

/** Returns the errors of the name of a port (apimachinery IsValidPortName). */
export const portNameErrors = (name: string): string[] =>
  portNameRules.filter((rule) => rule.isBroken(name)).map(({message}) => message)
