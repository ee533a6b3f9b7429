/** The keys that end the input of a terminal. */
const endKeys = process.platform === 'win32' ? 'Ctrl-Z and Enter' : 'Ctrl-D'

/** Says on standard error that kadm waits for input, where standard input is a terminal: nothing else would show that it does. */
export function promptForStdin(input: {readonly isTTY?: boolean} = process.stdin, output: {write(text: string): unknown} = process.stderr): void {
  if (input.isTTY === true) output.write(`Reading standard input: type or paste it, then press ${endKeys}.\n`)
}
