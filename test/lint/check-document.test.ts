import {expect} from 'chai'

import {lintText, placed} from '../helpers/lint-text.js'
import {limits, podOf, testRule} from '../helpers/rule-table.js'

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'

describe('problems that kubectl ignores silently', () => {
  it('include keys that are overridden, at any depth', () => {
    const [found, ...others] = lintText('{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "b", "image": "c"}]}}')
    expect(others).to.deep.equal([])
    expect(found).to.include({
      ruleId: 'source/duplicate-key', severity: 'warning', field: 'spec.containers[0].image', message: '"image" is set twice: kubectl silently takes the last one',
    })
    expect(found && [placed(found), ...found.related.map((related) => `${related.message} ${related.file.slice(related.span)}`)])
      .to.deep.equal(['1:116 "image"', 'this one has no effect "image"'])
  })

  it('are reported at each repetition of a key', () => {
    expect(lintText(`${configMap}data: {a: "1", b: "2", a: "3", a: "4"}\n`).map(placed)).to.deep.equal(['4:24 a', '4:32 a'])
  })

  it('are found in small and large maps', () => {
    for (const count of [2, 7, 8, 9, 40]) {
      const keys = Array.from({length: count - 1}, (_, i) => `k${i}: ""`)
      expect(lintText(`${configMap}data: {${keys.join(', ')}}\n`), `${count - 1} keys`).to.deep.equal([])
      expect(lintText(`${configMap}data: {${[...keys, `k${count - 2}: x`].join(', ')}}\n`).map(({ruleId}) => ruleId), `${count} keys`).to.deep.equal(['source/duplicate-key'])
    }
  })

  it('are reported once for an aliased map, and not for merge keys', () => {
    expect(lintText(`${configMap}x: &x {a: 1, a: 2}\nw: {<<: *x, <<: *x, a: 3}\nz: *x\n`).filter(({severity}) => severity === 'warning').map(placed)).to.deep.equal(['4:14 a'])
  })

  it('include content after the end of a document', () => {
    const [found, ...others] = lintText(`${configMap}...\n\nkind: Pod\nspec: {\n`)
    expect(others).to.deep.equal([])
    expect(found).to.include({ruleId: 'yaml/ignored-content', severity: 'warning', field: '', hint: 'separate documents with ---'})
    expect(found && placed(found)).to.equal('6:1 kind: Pod')
  })

  it('are not reported for unreadable documents', () => {
    expect(lintText('a: 1\na: *x\n...\nb\n').map(({ruleId}) => ruleId)).to.deep.equal(['yaml/alias'])
  })

  testRule('yaml/misread-scalar', {
    severity: 'warning',
    accept: {
      'keys in quotes': `${configMap}data: {"on": a, 'yes': b, "010": c}\n`,
      'numbers in canonical form': `${configMap}data: {8080: a, 0: b, 1.5: c}\n`,
      'file modes': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {volumes: [{name: v, emptyDir: {}}, {name: w, configMap: {name: w, defaultMode: 0644}}], containers: [{name: a, image: b}]}\n',
      'amounts in quotes': limits('l', 'type: Pod, max: {cpu: "010", memory: 0.5Gi}'),
      'a zero, and a number with the same value in octal': limits('l', 'type: Pod, min: {cpu: 00}, max: {cpu: 07}'),
      'values that look like times': `${configMap}data: {a: 12:30, b: 2024-01-01}\n`,
    },
    reject: {
      'a word for yes': [`${configMap}data: {on: a}\n`, '4 on', 'the key "on" is read as "true"'],
      'a word for no': [`${configMap}data: {n: a}\n`, '4 n', 'the key "n" is read as "false"'],
      'an octal key': [`${configMap}data: {010: a}\n`, '4 010', 'the key "010" is read as "8"'],
      'a key with a superfluous zero': [`${configMap}data: {1.0: a}\n`, '4 1.0', 'the key "1.0" is read as "1"'],
      'a label': ['apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {yes: a}}\n', '3 yes', 'the key "yes" is read as "true"'],
      'an octal amount': [limits('l', 'type: Pod, max: {cpu: 010}'), '6 010', '010 is read as 8: a number that begins with 0 is octal'],
      'an octal amount in a resource list': [podOf('requests: {cpu: +0100}'), '7 +0100', '+0100 is read as 64: a number that begins with 0 is octal'],
    },
  })

  it('come with a hint', () => {
    expect(lintText(`${configMap}data: {on: a}\n`).map(({hint}) => hint)).to.deep.equal(['quote it: "on"'])
    expect(lintText(limits('l', 'type: Container, max: {cpu: 010}')).map(({hint}) => hint)).to.deep.equal(['write "10"'])
    expect(lintText(limits('l', 'type: Container, max: {cpu: 010}')).map(({field}) => field)).to.deep.equal(['spec.limits[0].max.cpu'])
  })
})
