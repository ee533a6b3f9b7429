import {expect} from 'chai'

import {RunBudget} from '../../src/source/run-budget.js'
import {SourceFile} from '../../src/source/source-file.js'
import {defaultLimits} from '../../src/source/source-limits.js'

describe('budget of a run', () => {
  const filesOf = (...texts: string[]): SourceFile[] => texts.map((text, i) => new SourceFile(`${i}.yaml`, text))
  const reasons = (files: readonly SourceFile[]): (string | undefined)[] => files.map(({unreadable}) => unreadable)
  const tooDense = 'with it, the files of this run have more than 6 maps, lists, keys and values: check fewer files at a time'

  it('rejects only the file that exceeds the number of nodes, without its text', () => {
    const files = filesOf('a: 1\nb: 2\n', 'c: 3\nd: 4\n', 'e: 5\n', 'f: 6\n')
    const admitted = new RunBudget({maxRead: 2 ** 27, maxSize: 100, maxNodes: 6}).admit(files)
    expect(reasons(admitted)).to.deep.equal([undefined, tooDense, undefined, tooDense])
    expect(admitted[0]).to.equal(files[0])
    expect(admitted[1]).to.include({path: '1.yaml', text: ''})
  })

  it('rejects a file that exceeds the number of characters', () => {
    const tooLarge = 'with it, the files of this run have more than 10 characters: check fewer files at a time'
    expect(reasons(new RunBudget({maxRead: 2 ** 27, maxSize: 10, maxNodes: 100}).admit(filesOf('a: 1\n', 'b: 2\n', 'c')))).to.deep.equal([undefined, undefined, tooLarge])
  })

  it('is shared by several lists of files', () => {
    const budget = new RunBudget({maxRead: 2 ** 27, maxSize: 100, maxNodes: 6})
    expect(reasons(budget.admit(filesOf('a: 1\nb: 2\n')))).to.deep.equal([undefined])
    expect(reasons(budget.admit(filesOf('c: 3\nd: 4\n')))).to.deep.equal([tooDense])
  })

  it('keeps the reason of a file that cannot be read', () => {
    expect(reasons(new RunBudget().admit([new SourceFile('a.yaml', '', 'permission denied')]))).to.deep.equal(['permission denied'])
  })

  it('does not count the nodes of a file that is rejected by itself', () => {
    const files = filesOf(','.repeat(defaultLimits.maxJsonNodes + 1), 'a: 1\n')
    expect(reasons(new RunBudget({maxRead: 2 ** 27, maxSize: 2 ** 26, maxNodes: 6}).admit(files))).to.deep.equal([undefined, undefined])
  })
})
