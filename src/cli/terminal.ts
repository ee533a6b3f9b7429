/** The properties of the terminal and the environment that affect the output. */
export interface Terminal {
  readonly isTTY: boolean
  /** Its width; undefined when the output is redirected. */
  readonly columns: number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The width of a terminal that does not report it. */
const defaultColumns = 80

/** Returns the properties of the terminal that a stream writes to. */
export const terminalOf = ({isTTY = false, columns = 0}: {readonly isTTY?: boolean, readonly columns?: number}): Terminal =>
  ({isTTY, columns: isTTY ? columns || defaultColumns : undefined, env: process.env})

/** True if output is coloured: the flag decides, then NO_COLOR, then FORCE_COLOR, then the terminal's abilities. */
export function isColoured({isTTY, env}: Pick<Terminal, 'isTTY' | 'env'>, flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTTY && env['TERM'] !== 'dumb'
}
