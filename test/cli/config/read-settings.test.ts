import {expect} from 'chai'
import {mkdtempSync, rmSync, symlinkSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {readSettings} from '../../../src/cli/config/read-settings.js'
import {SourceFile} from '../../../src/source/source-file.js'

const read = (text: string, path = '.kadm.yaml', checks = {}): [object, string[]] => {
  const {settings, errors} = readSettings(new SourceFile(path, text), checks)
  return [settings, errors.map(({file, span, message}) => `${file.position(span.start).line}:${file.position(span.start).column} ${message}`)]
}

describe('readSettings', () => {
  it('returns the settings of a file', () => {
    expect(read('namespace: dev\npolicies: [limits, "*.yaml"]\n', join('team', '.kadm.yaml')))
      .to.deep.equal([{namespace: 'dev', policies: [join('team', 'limits'), join('team', '*.yaml')]}, []])
  })

  it('returns nothing for an empty file', () => expect(read('# nothing\n')).to.deep.equal([{}, []]))

  for (const [title, text, message] of [
    ['invalid YAML', 'a: [', /^1:\d+ /], ['an unknown setting', 'namespace: a\npolicie: [b]\n', /^2:1 unknown setting "policie": did you mean policies\?$/],
    ['a wrong type', 'strict: 5\n', /^1:9 strict must be true or false$/], ['two documents', 'strict: true\n---\nstrict: false\n', /^\d:\d unexpected second document: a configuration file has only one$/],
    ['a list', '- strict\n', /^1:1 a configuration file is a map of settings$/],
  ] as const) {
    it(`returns ${title} as an error with its place`, () => {
      const [settings, [error = '', ...others]] = read(text)
      expect([settings, others]).to.deep.equal([{}, []])
      expect(error).to.match(message)
    })
  }

  it('returns paths that lead out of the folder as errors, and the other settings', () => {
    expect(read('policies: [../a]\nexisting: [b]\nbaseline: x/../../c\nexclude: ["d/{e,../..}/*"]\nkustomize: [..f]\n', join('team', '.kadm.yaml'))).to.deep.equal([
      {existing: [join('team', 'b')], kustomize: [join('team', '..f')]},
      [
        '1:12 policies: "../a" leads out of the folder of this file', '3:11 baseline: "x/../../c" leads out of the folder of this file',
        '4:11 exclude: "d/{e,../..}/*" leads out of the folder of this file',
      ],
    ])
  })

  it('reads no disk: only given checks follow links', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kadm-settings-'))
    try {
      symlinkSync(tmpdir(), join(folder, 'link'))
      const path = join(folder, '.kadm.yaml')
      expect(read('policies: [link]\n', path)).to.deep.equal([{policies: [join(folder, 'link')]}, []])
      const asked: string[][] = []
      const leavesFolder = (inner: string, outer: string): boolean => asked.push([inner, outer]) > 0
      expect(read('policies: [link]\n', path, {leavesFolder})[1]).to.deep.equal(['1:12 policies: "link" leads out of the folder of this file'])
      expect(asked).to.deep.equal([[join(folder, 'link'), folder]])
      expect(read('policies: [link]\n', path, {isSpecial: () => true})[1]).to.deep.equal(['1:12 policies: "link" is neither a file nor a directory'])
    } finally {
      rmSync(folder, {recursive: true})
    }
  })
})
