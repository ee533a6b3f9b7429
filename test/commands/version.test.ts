import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import Version from '../../commands/version.js'
import {defaultVersion, kubernetesVersions} from '../../src/machinery/version/kubernetes-version.js'
import {runCommand} from '../helpers/run-command.js'

const readJson = (path: string): object => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as object
const {version} = readJson('package.json') as {readonly version: string}

describe('kadm version', () => {
  it('prints the versions of kadm, Kubernetes and Node.js', async () => {
    expect(await runCommand(Version)).to.include({
      stdout: `kadm:        ${version}\nKubernetes:  ${defaultVersion} (--kubernetes-version: ${kubernetesVersions.join(', ')})\nNode.js:     ${process.versions.node}\n`,
      stderr: '', status: 0,
    })
  })

  it('prints JSON that conforms to its schema', async () => {
    const json = JSON.parse((await runCommand(Version, '-o', 'json')).stdout) as object
    const validate = new Ajv2020({strict: true}).compile({...readJson('schemas/version.schema.json'), additionalProperties: false})
    expect(validate(json), JSON.stringify(validate.errors)).to.equal(true)
    expect(json).to.deep.equal({version, kubernetesVersions, defaultKubernetesVersion: defaultVersion, node: process.versions.node})
  })
})
