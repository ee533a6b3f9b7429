import {expect} from 'chai'
import type {Attributes, Operation} from '../../src/admission/attributes.js'
import {runAdmit, runValidate} from '../../src/admission/chain.js'
import {type AdmissionPlugin, type FieldChange, isRejection, reject, type Rejection} from '../../src/admission/plugin.js'
import type {KubeObject} from '../../src/kinds/kind.js'
import {FieldPath} from '../../src/machinery/field/path.js'
import {deepFreeze} from '../helpers/deep-freeze.js'

const object: KubeObject = deepFreeze({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}})

const attributes: Attributes = deepFreeze({
  operation: 'CREATE', kind: {group: '', name: 'Pod'}, resource: {group: 'apps', name: 'pods'}, subresource: '', namespace: 'dev', name: 'p', object,
  oldObject: undefined, user: 'jane', dryRun: true,
})

const change = (to: string): FieldChange => ({field: FieldPath.of('metadata', 'labels'), from: undefined, to})

/** Log of events, in order, written by the plugins. */
let log: string[] = []

class FakePlugin implements AdmissionPlugin {
  constructor(readonly name: string, private readonly options: {operation?: Operation, rejects?: boolean, quiet?: boolean, warnings?: string[]} = {}) {}

  handles(operation: Operation): boolean {
    return operation === (this.options.operation ?? 'CREATE')
  }

  admit(given: Attributes): ReturnType<NonNullable<AdmissionPlugin['admit']>> {
    log.push(`${this.name} admits ${String(given.object?.metadata.name)} of ${given.user}`)
    if (this.options.rejects) return reject(given, `${this.name} says no`)
    if (this.options.quiet) return undefined
    const renamed = {...object, metadata: {name: `${String(given.object?.metadata.name)}${this.name}`}}
    return {object: renamed, changes: [change(this.name)], ...this.options.warnings && {warnings: this.options.warnings}}
  }

  validate(given: Attributes): Rejection | undefined {
    log.push(`${this.name} validates ${String(given.object?.metadata.name)}`)
    return this.options.rejects ? reject(given, `${this.name} says no`) : undefined
  }
}

const silent: AdmissionPlugin = {name: 'silent', handles: () => true}

beforeEach(() => {
  log = []
})

describe('runAdmit', () => {
  it('passes each plugin the object as changed by the plugins before it', () => {
    const outcome = runAdmit([new FakePlugin('a'), silent, new FakePlugin('b', {warnings: ['w1', 'w2']}), new FakePlugin('c', {warnings: ['w3']})], attributes)
    expect(log).to.deep.equal(['a admits p of jane', 'b admits pa of jane', 'c admits pab of jane'])
    expect(outcome.object?.metadata.name).to.equal('pabc')
    expect(outcome.warnings).to.deep.equal(['w1', 'w2', 'w3'])
    expect(outcome.steps).to.deep.equal(['a', 'b', 'c'].map((plugin) => ({plugin, phase: 'admit', changes: [change(plugin)]})))
    expect(outcome).not.to.have.property('rejection')
  })

  it('skips plugins that do not handle the operation', () => {
    expect(runAdmit([new FakePlugin('a', {operation: 'DELETE'})], attributes)).to.deep.equal({object, steps: [], warnings: []})
    expect(log).to.deep.equal([])
  })

  it('records no step for a plugin that changes nothing', () => {
    expect(runAdmit([new FakePlugin('a', {quiet: true})], attributes)).to.deep.equal({object, steps: [], warnings: []})
    const idle: AdmissionPlugin = {name: 'idle', handles: () => true, admit: ({object: same}) => ({object: same ?? object, changes: [], warnings: ['w']})}
    expect(runAdmit([idle], attributes)).to.deep.equal({object, steps: [], warnings: ['w']})
  })

  it('stops at the first rejection', () => {
    const outcome = runAdmit([new FakePlugin('a', {warnings: ['w']}), new FakePlugin('b', {rejects: true}), new FakePlugin('c')], attributes)
    const rejection = reject(attributes, 'b says no')
    expect(log).to.deep.equal(['a admits p of jane', 'b admits pa of jane'])
    expect(outcome.object?.metadata.name).to.equal('pa')
    expect(outcome.steps).to.deep.equal([{plugin: 'a', phase: 'admit', changes: [change('a')]}, {plugin: 'b', phase: 'admit', changes: [], rejection: rejection}])
    expect([outcome.rejection, outcome.warnings]).to.deep.equal([rejection, ['w']])
  })
})

describe('runValidate', () => {
  it('calls the plugins that handle the operation, in order', () => {
    expect(runValidate([new FakePlugin('a'), silent, new FakePlugin('b'), new FakePlugin('c', {operation: 'UPDATE'})], attributes))
      .to.deep.equal({object, steps: [], warnings: []})
    expect(log).to.deep.equal(['a validates p', 'b validates p'])
  })

  it('stops at the first rejection', () => {
    const rejection = reject(attributes, 'b says no')
    expect(runValidate([new FakePlugin('a'), new FakePlugin('b', {rejects: true}), new FakePlugin('c', {rejects: true})], attributes))
      .to.deep.equal({object, steps: [{plugin: 'b', phase: 'validate', changes: [], rejection: rejection}], warnings: [], rejection})
    expect(log).to.deep.equal(['a validates p', 'b validates p'])
  })
})

describe('reject', () => {
  it('returns a 403 that names the resource and the object', () => {
    expect(reject(attributes, 'no')).to.deep.equal({
      status: {code: 403, reason: 'Forbidden', message: 'pods.apps "p" is forbidden: no', details: {name: 'p', group: 'apps', kind: 'pods'}},
      reasons: [{message: 'no'}],
    })
  })

  it('keeps the given reasons', () => {
    const reasons = [{message: 'a'}, {message: 'b', field: FieldPath.of('spec')}]
    expect(reject(attributes, '[a, b]', reasons).reasons).to.equal(reasons)
  })

  it('returns a value that isRejection recognizes', () => {
    expect([isRejection(reject(attributes, 'no')), isRejection({object, changes: []})]).to.deep.equal([true, false])
  })
})
