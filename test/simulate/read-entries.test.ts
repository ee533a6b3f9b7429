import {expect} from 'chai'

import {entriesInText} from '../../src/simulate/read-entries.js'
import {SourceFile} from '../../src/source/source-file.js'

describe('entriesInText', () => {
  const file = new SourceFile('a.yaml', 'apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n')
  const names = (entries: ReturnType<typeof entriesInText>): readonly unknown[] => entries.map(({manifest}) => (manifest?.body['metadata'] as {readonly name: string}).name)

  it('reads a file once for each version of Kubernetes', () => {
    const [first, second, other] = ['1.36', '1.36', '1.37'].map((version) => entriesInText(file, version as '1.36'))
    expect(names(first ?? [])).to.deep.equal(['a', 'b'])
    expect(second).to.equal(first)
    expect(other).not.to.equal(first)
    expect(names(other ?? [])).to.deep.equal(['a', 'b'])
  })

  it('reads each of two files with the same path', () => {
    const later = new SourceFile(file.path, file.text.replaceAll('name: a', 'name: c'))
    expect(names(entriesInText(file, '1.36'))).to.deep.equal(['a', 'b'])
    expect(names(entriesInText(later, '1.36'))).to.deep.equal(['c', 'b'])
  })
})
