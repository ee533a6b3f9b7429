import {expect} from 'chai'

import {kubernetesVersions} from '../../src/machinery/version/kubernetes-version.js'
import {runKadm} from '../helpers/run-kadm.js'

describe('kadm help', () => {
  const kadm = (...args: string[]): ReturnType<typeof runKadm> => runKadm(args)

  it('prints the same text as --help', async () => {
    for (const words of [[], ['lint'], ['describe', 'quota'], ['describe']]) {
      const [help, flag] = await Promise.all([kadm('help', ...words), kadm(...words, '--help')])
      expect(help, words.join(' ')).to.include({status: 0, stdout: flag.stdout, stderr: ''})
      expect(help.stdout, words.join(' ')).to.contain('USAGE')
    }
  })

  it('fills in the names of the program and the command', async () => {
    const {stdout} = await kadm('describe', 'quota', '--help')
    expect(stdout).to.contain('$ kadm describe quota -n dev').and.not.to.contain('<%')
  })

  it('exits with 2 for an unknown command and suggests a similar one', async () => {
    const {status, stdout, stderr} = await kadm('help', 'lnt')
    expect({status, stdout}).to.deep.equal({status: 2, stdout: ''})
    expect(stderr).to.contain('there is no command "lnt"').and.to.contain('did you mean "kadm lint"?')
  })

  it('lists each command of a topic once, without aliases', async () => {
    const {stdout} = await kadm('describe')
    const listed = [...stdout.matchAll(/^ {2}(describe \w+) /gm)].map(([, name]) => name)
    expect(listed).to.deep.equal(['describe limits', 'describe namespace', 'describe quota'])
    expect((await kadm('describe', 'limitrange', '--help')).stdout).to.contain('kubectl describe limits')
  })
})

describe('kadm version', () => {
  it('prints the supported versions of Kubernetes', async () => {
    const [{stdout: short}, {stdout, status}, {stdout: json}] = await Promise.all([runKadm(['--version']), runKadm(['version']), runKadm(['version', '-o', 'json'])])
    const [, version = '', node = ''] = /^kadm\/(\S+) \S+ node-v(\S+)\n$/.exec(short) ?? []
    expect({status, stdout}).to.deep.equal({
      status: 0, stdout: `kadm:        ${version}\nKubernetes:  1.36 (--kubernetes-version: 1.34, 1.35, 1.36, 1.37)\nNode.js:     ${node}\n`,
    })
    expect(JSON.parse(json)).to.deep.equal({version, kubernetesVersions: [...kubernetesVersions], defaultKubernetesVersion: '1.36', node})
  })
})
