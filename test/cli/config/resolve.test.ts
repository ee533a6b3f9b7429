import {expect} from 'chai'
import {delimiter, join} from 'node:path'

import {type GivenSettings, type Resolved, resolveSettings} from '../../../src/cli/config/resolve.js'
import type {Settings} from '../../../src/cli/config/settings.js'
import {UsageError} from '../../../src/usage-error.js'

/** The settings and their sources. */
function resolved(flags: GivenSettings, environment: Readonly<Record<string, string>>, file: Settings): Pick<Resolved, 'settings' | 'sources'> {
  const {settings, sources} = resolveSettings(flags, environment, {settings: file, places: {}})
  return {settings, sources}
}

const everywhere = {flag: {namespace: 'flag'}, environment: {KADM_NAMESPACE: 'environment'}, file: {namespace: 'file'}}

describe('resolveSettings', () => {
  it('prefers flags to environment variables to the file, and reports the source', () => {
    const {flag, environment, file} = everywhere
    expect(resolved(flag, environment, file)).to.deep.equal({settings: {namespace: 'flag'}, sources: {namespace: 'flag'}})
    expect(resolved({}, environment, file)).to.deep.equal({settings: {namespace: 'environment'}, sources: {namespace: 'environment'}})
    expect(resolved({namespace: undefined}, {}, file)).to.deep.equal({settings: {namespace: 'file'}, sources: {namespace: 'file'}})
    expect(resolved({}, {}, {})).to.deep.equal({settings: {}, sources: {}})
  })

  it('resolves each setting separately, without merging lists', () => {
    expect(resolved({policies: ['a']}, {KADM_OUTPUT: 'yaml', KADM_POLICIES: 'b'}, {namespace: 'dev', policies: ['c'], output: 'json'})).to.deep.equal({
      settings: {namespace: 'dev', policies: ['a'], output: 'yaml'}, sources: {namespace: 'file', policies: 'flag', output: 'environment'},
    })
  })

  it('reads a variable for each setting, with lists separated like PATH', () => {
    const list = ['a.yaml', 'b c', 'd*'].join(delimiter)
    const environment = {KADM_NAMESPACE: 'dev', KADM_POLICIES: list, KADM_EXISTING: 'objects', KADM_EXCLUDE: `${delimiter}x${delimiter}${delimiter}`, KADM_OUTPUT: 'json'}
    expect(resolved({}, environment, {}).settings).to.deep.equal({
      namespace: 'dev', policies: ['a.yaml', 'b c', 'd*'], existing: ['objects'], exclude: ['x'], output: 'json',
    })
  })

  it('does not split paths at spaces or commas', () => {
    expect(resolved({}, {KADM_POLICIES: 'a, b'}, {}).settings.policies).to.deep.equal(['a, b'])
  })

  it('ignores empty variables', () => {
    expect(resolved({}, {KADM_NAMESPACE: '', KADM_POLICIES: '', KADM_OUTPUT: ''}, {namespace: 'file'}).settings).to.deep.equal({namespace: 'file'})
  })

  it('ignores an empty flag, like kubectl', () => {
    expect(resolved({namespace: ''}, {}, {namespace: 'file'})).to.deep.equal({settings: {namespace: 'file'}, sources: {namespace: 'file'}})
    expect(resolved({namespace: ''}, {}, {})).to.deep.equal({settings: {}, sources: {}})
  })

  it('ignores other variables', () => {
    expect(resolved({}, {NAMESPACE: 'x', KADM_CONFIG: 'x', kadm_namespace: 'x', KADM_CONSTRUCTOR: 'x'}, {}).settings).to.deep.equal({})
  })

  it('rejects an invalid variable even if a flag overrides it', () => {
    const output = (text: string): () => unknown => () => resolved({output: 'json'}, {KADM_OUTPUT: text}, {})
    expect(output('tabel')).to.throw(UsageError, /^KADM_OUTPUT must be one of table, compact, json, yaml, sarif, junit, github, gitlab, markdown, html: did you mean table\?$/)
    expect(output('JSON')).to.throw(UsageError, /: did you mean json\?$/)
    expect(output('42')).to.throw(UsageError, /^KADM_OUTPUT must be one of table, compact, json, yaml, sarif, junit, github, gitlab, markdown, html$/)
  })

  it('parses structured variables as YAML', () => {
    const environment = {
      KADM_RULES: '{limit-range/*: off, "*": info}', KADM_OVERRIDES: '[{paths: [a, b/**], rules: {resources/cpu-unit: error}}]', KADM_FAIL_ON: 'error',
      KADM_BASELINE: 'known.json', KADM_ALLOW_PRIVILEGED: 'false',
    }
    expect(resolved({}, environment, {failOn: 'info'}).settings).to.deep.equal({
      rules: [{pattern: 'limit-range/*', level: 'off', place: 'KADM_RULES:1:2'}, {pattern: '*', level: 'info', place: 'KADM_RULES:1:22'}],
      overrides: [{paths: ['a', join('b', '**')], rules: [{pattern: 'resources/cpu-unit', level: 'error', place: 'KADM_OVERRIDES:1:29'}]}],
      failOn: 'error', baseline: 'known.json', allowPrivileged: false,
    })
  })

  const wrong: Readonly<Record<string, [environment: Record<string, string>, message: RegExp]>> = {
    'rules that are not a map': [{KADM_RULES: 'off'}, /^KADM_RULES:1:1: rules must be a map from rules to off, error, warning, info$/],
    'rules with invalid YAML': [{KADM_RULES: '{a'}, /^KADM_RULES:1:2: /],
    'empty rules': [{KADM_RULES: '# nothing'}, /^KADM_RULES is empty$/],
    'an invalid boolean': [{KADM_ALLOW_PRIVILEGED: 'maybe'}, /^KADM_ALLOW_PRIVILEGED:1:1: allowPrivileged must be true or false$/],
    'an invalid severity': [{KADM_FAIL_ON: 'errors'}, /^KADM_FAIL_ON must be one of error, warning, info, none: did you mean error\?$/],
  }
  for (const [title, [environment, message]] of Object.entries(wrong)) {
    it(`rejects ${title}`, () => expect(() => resolved({}, environment, {})).to.throw(UsageError, message))
  }
})
