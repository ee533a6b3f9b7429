import {expect} from 'chai'

import {checkManifest} from '../../src/lint/check-manifest.js'
import type {Diagnostic} from '../../src/lint/diagnostic.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {SourceFile} from '../../src/source/source-file.js'

/** Findings in the first object of a text. */
function check(text: string, namespace = 'default'): readonly Diagnostic[] {
  const [entry] = readManifests(new SourceFile('f.yaml', text))
  if (entry?.manifest === undefined) throw new Error('no manifest')
  return checkManifest(entry.manifest, namespace).diagnostics
}

const limitRange = (item: string): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec: {limits: [${item}]}\n`

describe('checkManifest', () => {
  it('reports nothing for a valid object', () => expect(check(limitRange('{type: Pod, max: {cpu: 1}}'))).to.deep.equal([]))

  it('reports an error once that is the same for several parts of a list', () => {
    const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {scopes: [a, b, a], hard: {pods: 1}}\n'
    expect(check(quota).map(({message}) => message)).to.deep.equal(['spec.scopes: Invalid value: ["a","b","a"]: unsupported scope'])
  })

  it('fills every property of a finding', () => {
    const [found, ...others] = check(limitRange('{type: container}'), 'dev')
    expect(others).to.deep.equal([])
    const {file, ...rest} = found!
    expect(file.path).to.equal('f.yaml')
    expect(rest).to.deep.equal({
      ruleId: 'limit-range/type',
      severity: 'error',
      message: 'spec.limits[0].type: Invalid value: "container": must be a standard limit type or fully qualified',
      hint: 'write "Container"',
      fix: {start: 80, end: 89, text: 'Container'},
      field: 'spec.limits[0].type',
      object: {apiVersion: 'v1', kind: 'LimitRange', namespace: 'dev', name: 'limits'},
      span: {start: 80, end: 89},
      related: [],
      word: 'container',
    })
  })

  it('uses the messages of Kubernetes', () => {
    const messages = {
      '{type: Pod, maxx: {}}': 'unknown field "spec.limits[0].maxx"',
      '{type: 5}': 'json: cannot unmarshal number into Go struct field LimitRangeItem.spec.limits.type of type v1.LimitType',
      '{type: Pod, max: {cpu: 1K}}': "unable to parse quantity's suffix",
      '{type: Pod, max: {cpu: 1}, default: {cpu: 1}}': "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
    }
    for (const [item, message] of Object.entries(messages)) expect(check(limitRange(item)).map((found) => found.message)).to.deep.equal([message])
  })

  it('identifies objects by apiVersion, kind, namespace and name or generateName', () => {
    const objectOf = (text: string): unknown => check(text)[0]?.object
    expect(objectOf('apiVersion: v1\nkind: Pod\nmetadata: {generateName: web-, namespace: dev}\n')).to.deep.equal(
      {apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'web-'},
    )
    expect(objectOf('apiVersion: /v1\nkind: pod\n')).to.deep.equal({apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: ''})
    expect(objectOf('apiVersion: v1\nkind: Namespace\nmetadata: {name: A, namespace: dev}\n')).to.deep.equal({apiVersion: 'v1', kind: 'Namespace', name: 'A'})
    expect(objectOf('apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: A}\n')).to.deep.equal(
      {apiVersion: 'example.com/v1', kind: 'Widget', namespace: 'default', name: 'A'},
    )
  })

  it('shows generated parts of names as X', () => {
    const [found] = check('apiVersion: v1\nkind: Pod\nmetadata: {generateName: a.-}\nspec: {containers: [{name: a, image: b}]}\n')
    expect(found?.message).to.match(/^metadata\.name: Invalid value: "a\.-XXXXX": a lowercase RFC 1123 subdomain/)
  })

  it('reports a version that is not served', () => {
    const [found, ...others] = check('apiVersion: ""\nkind: ConfigMap\n')
    expect(others).to.deep.equal([])
    expect(found).to.include({ruleId: 'manifest/api-version', message: 'the server could not find the requested resource', field: 'apiVersion'})
  })

  it('reports a kind that cannot be created', () => {
    const [found, ...others] = check('apiVersion: v1\nkind: ComponentStatus\nmetadata: {name: etcd-0}\n')
    expect(others).to.deep.equal([])
    expect(found).to.include({ruleId: 'manifest/kind', message: 'the server does not allow this method on the requested resource', field: 'kind'})
  })

  it('reports a kind that kubectl accepts but the server does not', () => {
    const [found, ...others] = check(limitRange('{type: Container, min: {cpu: 2}, max: {cpu: 1}}').replace('LimitRange', 'limitrange'))
    expect(others).to.deep.equal([])
    expect(found).to.include({ruleId: 'manifest/kind', field: 'kind', hint: 'write "LimitRange"'})
    expect(found?.message).to.match(/^limitrange in version "v1" cannot be handled as a LimitRange: no kind "limitrange" is registered/)
  })

  it('reports another field that the server reads as the kind or apiVersion', () => {
    const [found, ...others] = check('apiVersion: v1\nkind: ConfigMap\nKind: 5\nmetadata: {name: a}\n')
    expect(others).to.deep.equal([])
    expect(found).to.include({ruleId: 'manifest/kind', field: 'Kind', hint: 'leave "Kind" out'})
    expect(found?.message).to.match(/^the object provided is unrecognized \(must be of type ConfigMap\): couldn't get version\/kind; .* \.kind of type string/)
    expect(found?.file.slice(found.span)).to.equal('Kind')
    expect(check('apiVersion: v1\nkind: ConfigMap\nApiVersion: [v1]\nmetadata: {name: a}\n')[0]).to.include({ruleId: 'manifest/api-version', field: 'ApiVersion'})
  })

  it('checks only the metadata of kinds without a field table', () => {
    expect(check('apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 1GB}\n')).to.deep.equal([])
    expect(check('apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a, foo: 1}\n').map(({message}) => message)).to.deep.equal(['unknown field "metadata.foo"'])
  })
})
