import {expect} from 'chai'

import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

describe('objects without a name', () => {
  const write = inFolder()

  it('are accepted if they are reviews, such as SubjectAccessReview', async () => {
    write({
      'sar.json': '{"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "spec": {"user": "bob", "resourceAttributes": {"verb": "create"}}}',
      'token.yaml': 'apiVersion: authentication.k8s.io/v1\nkind: TokenReview\nspec: {token: abc}\n',
    })
    expect(await runCommand(Lint, '.')).to.deep.include({stdout: '2 objects in 2 files: nothing wrong\n', status: 0})
    expect((await runCommand(Simulate, '.')).status).to.equal(0)
  })

  it('are reported for other kinds', async () => {
    write({'a.yaml': 'apiVersion: v1\nkind: ConfigMap\n'})
    expect((await runCommand(Lint, '.', '--no-color')).stdout).to.contain('metadata.name: Required value: name or generateName is required')
  })
})
