import {expect} from 'chai'

import {parseInjection, readInjection} from '../../src/cli/injection.js'
import {SourceFile} from '../../src/source/source-file.js'
import {UsageError} from '../../src/usage-error.js'

const parsed = (text: string): unknown => parseInjection(new SourceFile('mesh.yaml', text)).spec

function rejection(text: string): string {
  try {
    parsed(text)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error('expected to be rejected')
}

const containers = '{containers: [{name: proxy, image: "proxy:1"}]}'

describe('--inject', () => {
  it('returns undefined if it is not set', () => expect(readInjection(undefined)).to.equal(undefined))

  it('rejects a missing file', () => {
    expect(() => readInjection('not/there.yaml')).to.throw(UsageError, 'cannot read "not/there.yaml": no such file or directory')
  })

  describe('reads a fragment', () => {
    const forms = {
      'without a wrapper': containers,
      'as a spec': `spec: ${containers}`,
      'in a template': `template: {metadata: {labels: {a: b}}, spec: ${containers}}`,
      'in a pod': `{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: ${containers}}`,
      'in a PodTemplate': `{apiVersion: v1, kind: PodTemplate, metadata: {name: p}, template: {spec: ${containers}}}`,
      'in a workload': `{apiVersion: apps/v1, kind: Deployment, spec: {replicas: 2, template: {spec: ${containers}}}}`,
      'in a CronJob': `{spec: {schedule: "* * * * *", jobTemplate: {spec: {template: {spec: ${containers}}}}}}`,
      'in JSON': '{"containers": [{"name": "proxy", "image": "proxy:1"}]}',
      'after empty documents': `---\n---\n${containers}`,
    }
    for (const [form, text] of Object.entries(forms)) {
      it(form, () => expect(parsed(text)).to.deep.equal({containers: [{name: 'proxy', image: 'proxy:1'}]}))
    }

    it('with init containers and volumes', () => {
      expect(parsed('initContainers: [{name: a}]\nvolumes: [{name: b}]\n')).to.deep.equal({initContainers: [{name: 'a'}], volumes: [{name: 'b'}]})
    })
  })

  describe('rejects with a position', () => {
    const errors: Record<string, string> = {
      '': 'mesh.yaml: there is nothing to inject',
      '# nothing': 'mesh.yaml: there is nothing to inject',
      '[]': 'mesh.yaml:1:1: the injection file must be a map with containers, initContainers or volumes',
      'text': 'mesh.yaml:1:1: the injection file must be a map with containers, initContainers or volumes',
      'a: [': 'mesh.yaml:1:4: the bracket [ is never closed',
      'containers: [{name: a}]\n---\nvolumes: []': 'mesh.yaml:3:1: unexpected second document: an injection file has only one',
      'spec: {}': 'mesh.yaml:1:7: there is nothing to inject: initContainers, containers, volumes are all missing',
      'spec: null': 'mesh.yaml:1:7: spec cannot be injected, only initContainers, containers, volumes',
      'spec: 3': 'mesh.yaml:1:7: spec cannot be injected, only initContainers, containers, volumes',
      'spec: {containers: [{name: a}],\n  hostNetwork: true}': 'mesh.yaml:2:16: hostNetwork cannot be injected, only initContainers, containers, volumes',
      '__proto__: {containers: []}': 'mesh.yaml:1:12: __proto__ cannot be injected, only initContainers, containers, volumes',
      '"\\e[31mred": 1': 'mesh.yaml:1:14: \\u001b[31mred cannot be injected, only initContainers, containers, volumes',
    }
    for (const [text, message] of Object.entries(errors)) it(JSON.stringify(text), () => expect(rejection(text)).to.equal(message))

    for (const list of ['null', '{}', 'x', '[1]', '[null]', '[{image: x}]', '[{name: ""}]', '[{name: 3}]', '[[a]]']) {
      it(`the list ${list}`, () => expect(rejection(`spec:\n  containers: ${list}`)).to.equal('mesh.yaml:2:15: containers must be a list of maps with a name'))
    }
  })
})
