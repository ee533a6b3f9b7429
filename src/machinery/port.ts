/** What is wrong with a port number; empty when nothing is (apimachinery IsValidPortNum). */
export const portFaults = (port: number): string[] => port >= 1 && port <= 65535 ? [] : ['must be between 1 and 65535, inclusive']

const portNameRules: readonly [isBroken: (name: string) => boolean, message: string][] = [
  [(name) => Buffer.byteLength(name) > 15, 'must be no more than 15 characters'],
  [(name) => !/^[-a-z0-9]+$/.test(name), 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'],
  [(name) => !/[a-z]/.test(name), 'must contain at least one letter (a-z)'],
  [(name) => name.includes('--'), 'must not contain consecutive hyphens'],
  [(name) => name.startsWith('-') || name.endsWith('-'), 'must not begin or end with a hyphen'],
]

/** What is wrong with the name of a port, as apimachinery's IsValidPortName says it; empty when nothing is. */
export const portNameFaults = (name: string): string[] =>
  portNameRules.filter(([isBroken]) => isBroken(name)).map(([, message]) => message)
