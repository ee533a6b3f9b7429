import {expect} from 'chai'
import {delimiter} from 'node:path'

import {resolveSettings} from '../../../src/cli/config/resolve.js'
import {UsageError} from '../../../src/usage-error.js'

const everywhere = {flag: {namespace: 'flag'}, environment: {KADM_NAMESPACE: 'environment'}, file: {namespace: 'file'}}

describe('resolveSettings', () => {
  it('takes a flag before the environment before the file, and tells which it was', () => {
    const {flag, environment, file} = everywhere
    expect(resolveSettings(flag, environment, file)).to.deep.equal({settings: {namespace: 'flag'}, sources: {namespace: 'flag'}})
    expect(resolveSettings({}, environment, file)).to.deep.equal({settings: {namespace: 'environment'}, sources: {namespace: 'environment'}})
    expect(resolveSettings({namespace: undefined}, {}, file)).to.deep.equal({settings: {namespace: 'file'}, sources: {namespace: 'file'}})
    expect(resolveSettings({}, {}, {})).to.deep.equal({settings: {}, sources: {}})
  })

  it('decides for each setting by itself, and mixes no lists', () => {
    expect(resolveSettings({policies: ['a']}, {KADM_OUTPUT: 'yaml', KADM_POLICIES: 'b'}, {namespace: 'dev', policies: ['c'], output: 'json'})).to.deep.equal({
      settings: {namespace: 'dev', policies: ['a'], output: 'yaml'}, sources: {namespace: 'file', policies: 'flag', output: 'environment'},
    })
  })

  it('has a variable for each setting, with paths as in PATH', () => {
    const list = ['a.yaml', 'b c', 'd*'].join(delimiter)
    const environment = {KADM_NAMESPACE: 'dev', KADM_POLICIES: list, KADM_EXISTING: 'objects', KADM_EXCLUDE: `${delimiter}x${delimiter}${delimiter}`, KADM_OUTPUT: 'json'}
    expect(resolveSettings({}, environment, {}).settings).to.deep.equal({
      namespace: 'dev', policies: ['a.yaml', 'b c', 'd*'], existing: ['objects'], exclude: ['x'], output: 'json',
    })
  })

  it('takes a path as it is: a list of one is not split at blanks or commas', () => {
    expect(resolveSettings({}, {KADM_POLICIES: 'a, b'}, {}).settings.policies).to.deep.equal(['a, b'])
  })

  it('takes an empty variable for none', () => {
    expect(resolveSettings({}, {KADM_NAMESPACE: '', KADM_POLICIES: '', KADM_OUTPUT: ''}, {namespace: 'file'}).settings).to.deep.equal({namespace: 'file'})
  })

  it('looks at no other variables', () => {
    expect(resolveSettings({}, {NAMESPACE: 'x', KADM_CONFIG: 'x', kadm_namespace: 'x', KADM_CONSTRUCTOR: 'x'}, {}).settings).to.deep.equal({})
  })

  it('refuses a value that makes no sense, though a flag go before it', () => {
    const output = (text: string): () => unknown => () => resolveSettings({output: 'json'}, {KADM_OUTPUT: text}, {})
    expect(output('tabel')).to.throw(UsageError, /^KADM_OUTPUT has to be one of table, json, yaml: did you mean table\?$/)
    expect(output('JSON')).to.throw(UsageError, /: did you mean json\?$/)
    expect(output('42')).to.throw(UsageError, /^KADM_OUTPUT has to be one of table, json, yaml$/)
  })
})
