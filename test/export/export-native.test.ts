import {expect} from 'chai'

import {exportNative, type ExportOptions} from '../../src/export/export-native.js'
import {SourceFile} from '../../src/source/source-file.js'

describe('exportNative input', () => {
  const read = (text: string, options: ExportOptions = {}): ReturnType<typeof exportNative> => exportNative([new SourceFile('a.yaml', text)], options)
  const document = 'apiVersion: kadm.dev/v1\nkind: MetadataPolicy\nmetadata: {name: p}\nspec: {rules: [{policyAction: {updatedLabels: {a: b}}}]}\n'

  it('ignores other objects and other documents', () => {
    const others = 'services: {web: {image: x}}\n---\n- 1\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: Not Valid}\n---\n'
    expect(read(others).namespaces).to.deep.equal([])
    expect(read(others + document)).to.deep.include({problems: []})
  })

  it('rejects possible policies that cannot be read', () => {
    expect(read(`${document}---\na: [\n`).problems).to.have.length(1)
    expect(read(document.replace('apiVersion: kadm.dev/v1\n', '')).problems).to.have.length(1)
    expect(read(document.replace('kind: MetadataPolicy', 'kind: metadatapolicy')).problems).to.have.length(1)
  })

  it('sets the namespace of policies without one, and rejects others if it is explicit', () => {
    expect(read(document, {namespace: 'dev'}).namespaces.map(({namespace}) => namespace)).to.deep.equal(['dev'])
    expect(read(document).namespaces.map(({namespace}) => namespace)).to.deep.equal(['default'])
    const named = document.replace('{name: p}', '{name: p, namespace: live}')
    expect(read(named, {namespace: 'dev'}).namespaces.map(({namespace}) => namespace)).to.deep.equal(['live'])
    expect(read(named, {namespace: 'dev', isNamespaceGiven: true}).problems.map(({message}) => message)).to.deep.equal([
      'the namespace from the provided object "live" does not match the namespace "dev". You must pass \'--namespace=live\' to perform this operation.',
    ])
  })

  it('returns the position of each policy', () => {
    const [namespace] = read(`# policies\n${document}`).namespaces
    expect(namespace?.sources.map(({file, span}) => file.position(span.start).line)).to.deep.equal([2])
  })
})
