/** What of the terminal and the environment has a say in the output. */
export interface Terminal {
  readonly isTTY: boolean
  /** How wide it is; undefined when the output goes elsewhere. */
  readonly columns: number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A terminal that does not say how wide it is. */
const usualColumns = 80

export const terminalOf = ({isTTY = false, columns = 0}: {readonly isTTY?: boolean, readonly columns?: number}): Terminal =>
  ({isTTY, columns: isTTY ? columns || usualColumns : undefined, env: process.env})

/** Whether to colour: the flag decides, then NO_COLOR, then FORCE_COLOR, then whether there is a terminal that can. */
export function isColoured({isTTY, env}: Pick<Terminal, 'isTTY' | 'env'>, flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTTY && env['TERM'] !== 'dumb'
}
