import {expect} from 'chai'

import {promptForStdin} from '../../src/io/stdin-prompt.js'

function prompted(isTTY: boolean | undefined): string {
  const texts: string[] = []
  promptForStdin(isTTY === undefined ? {} : {isTTY}, {write: (text) => texts.push(text)})
  return texts.join('')
}

describe('promptForStdin', () => {
  it('prints on a terminal that kadm waits, and how to end the input', () => {
    expect(prompted(true)).to.match(/^Reading standard input: type or paste it, then press Ctrl-(?:D|Z and Enter)\.\n$/)
  })

  it('prints nothing for a pipe or a file', () => {
    expect([prompted(false), prompted(undefined)]).to.deep.equal(['', ''])
  })
})
