import {expect} from 'chai'
import {symlinkSync} from 'node:fs'

import {distinctSources} from '../../src/io/distinct-sources.js'
import {SourceFile} from '../../src/source/source-file.js'
import {inFolder} from '../helpers/in-folder.js'

describe('distinctSources', () => {
  const write = inFolder()
  const distinct = (...files: [string, string][]): string[] => distinctSources(files.map(([path, text]) => new SourceFile(path, text))).map(({path}) => path)

  it('omits a second path to the same file', () => {
    write({'a.yaml': 'a: 1\n', 'b.yaml': 'a: 1\n'})
    symlinkSync('a.yaml', 'link.yaml')
    expect(distinct(['a.yaml', 'a: 1\n'], ['b.yaml', 'a: 1\n'], ['link.yaml', 'a: 1\n'], ['./b.yaml', 'a: 1\n'])).to.deep.equal(['a.yaml', 'b.yaml'])
    expect(distinct(['link.yaml', 'a: 1\n'], ['a.yaml', 'a: 1\n'])).to.deep.equal(['link.yaml'])
  })

  it('keeps missing files, and files without text', () => {
    expect(distinct(['x.yaml', 'a: 1\n'], ['y.yaml', 'a: 1\n'], ['x.yaml', 'a: 1\n'], ['z.yaml', ''], ['z.yaml', ''])).to.deep.equal(['x.yaml', 'y.yaml', 'z.yaml', 'z.yaml'])
  })

  it('resolves each path once, even if many files have the same text', () => {
    const started = performance.now()
    expect(distinct(...Array.from({length: 5000}, (_, i): [string, string] => [`overlays/o${i}/patch.yaml`, 'a: 1\n']))).to.have.length(5000)
    expect(performance.now() - started).to.be.below(3000)
  })
})
