import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import {testFileSchema} from '../../src/test-file/test-file.js'

const header = {apiVersion: 'test.kadm.dev/v1', kind: 'Suite'}

describe('schema of test files', () => {
  const schema = JSON.parse(readFileSync(new URL('../../schemas/kadm-test.schema.json', import.meta.url), 'utf8')) as object

  it('is up to date (npm run docs)', () => expect(schema).eql(JSON.parse(JSON.stringify(testFileSchema))))

  const validate = new Ajv2020({strict: true, strictRequired: false, allowUnionTypes: true}).compile(schema)

  const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}}
  const accepted: readonly object[] = [
    {...header, tests: []},
    {...header, metadata: {name: 'a'}, policies: ['policies', pod], server: {kubernetesVersion: 1.35}, tests: [{name: 'a', object: pod, expect: {allowed: true}}]},
    {...header, tests: [{name: 'a', rows: [{x: 1}], object: 'pod.yaml', times: '$(x)', expect: [{allowed: '$(x)', message: {contains: 'a'}}, {message: null}]}]},
    {...header, tests: [{name: 'a', steps: [{object: {base: 'a.yaml', patch: [{op: 'remove', path: '/a'}]}, expect: {quotas: {q: {pods: 2}}, pods: 3, rollout: 'fits'}}]}]},
    {...header, tests: [{name: 'a', events: [{at: '1s', times: 3, event: {}, expect: {admitted: 2}}]}]},
  ]
  for (const document of accepted) it(`accepts ${JSON.stringify(document)}`, () => expect(validate(document), JSON.stringify(validate.errors)).equal(true))

  const rejected: readonly object[] = [
    header,
    {...header, kind: 'Test', tests: []},
    {...header, tests: [{object: pod}]},
    {...header, tests: [{name: 'a', object: pod, operation: 'creat'}]},
    {...header, tests: [{name: 'a', object: pod, expect: {alowed: true}}]},
    {...header, tests: [{name: 'a', object: pod, expect: {allowed: 'yes'}}]},
    {...header, tests: [{name: 'a', events: [{times: 3}]}]},
  ]
  for (const document of rejected) it(`rejects ${JSON.stringify(document)}`, () => expect(validate(document)).equal(false))
})
