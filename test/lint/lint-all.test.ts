import {expect} from 'chai'

import {lint} from '../../src/index.js'
import {SourceFile} from '../../src/source/source-file.js'

describe('lint of the library', () => {
  it('checks test files, too', () => {
    const file = new SourceFile('a.kadm-test.yaml', 'apiVersion: test.kadm.dev/v1\nkind: Suite\ntests: [{name: a, objet: pod.yaml}]\n')
    expect(lint([file]).diagnostics.map(({ruleId, severity, message}) => [ruleId, severity, message])).eql([
      ['policy-test/unknown-field', 'error', 'unknown field "objet"'],
    ])
  })
})
