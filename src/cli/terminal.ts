/** What of the terminal and the environment has a say in the output. */
export interface Terminal {
  readonly isTTY: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

export const terminalOf = (stream: {readonly isTTY?: boolean}): Terminal => ({isTTY: stream.isTTY === true, env: process.env})

/** Whether to colour: the flag decides, then NO_COLOR, then FORCE_COLOR, then whether there is a terminal that can. */
export function isColoured({isTTY, env}: Terminal, flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTTY && env['TERM'] !== 'dumb'
}
