import {expect} from 'chai'
import {spawnSync} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import * as library from '../../src/index.js'
import {type AnsweringLibrary, answersOf, type LibraryInput} from '../helpers/library-answers.js'
import {root} from '../helpers/run-kadm.js'
import {readVectors} from '../helpers/vectors.js'
import {browserSizes} from '../helpers/browser-sizes.js'

/** The files of the samples, by folder. */
function samples(): LibraryInput[] {
  const paths = readdirSync(join(root, 'samples'), {recursive: true, encoding: 'utf8'}).filter((path) => /\.ya?ml$/.test(path)).sort()
  const folders = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))]
  return folders.map((folder) => ({
    files: paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => ({path, text: readFileSync(join(root, 'samples', path), 'utf8')})),
    kubernetesVersion: '1.36',
  }))
}

interface Case {
  readonly id: string
  readonly requests: readonly {readonly object?: unknown}[]
}

/** Objects of the recordings: each two-hundredth, with one version after another. */
const recorded = (): LibraryInput[] => ['kind-validation', 'more-kinds', 'pod-validation', 'pod-security', 'plugins', 'limitrange'].flatMap((name) =>
  readVectors<Case>(name).filter((_, i) => i % 200 === 0).map(({id, requests}, i) => ({
    files: requests.flatMap(({object}) => object === undefined ? [] : [{path: `${id}.json`, text: JSON.stringify(object)}]),
    kubernetesVersion: library.kubernetesVersions[i % library.kubernetesVersions.length] ?? '1.36',
  })))

/** Recorded certificate requests, whose signatures browsers check with code of their own. */
const certificateRequests = (): LibraryInput => ({
  kubernetesVersion: '1.36',
  functions: ['lint'],
  files: readVectors<{readonly id: string, readonly request: string}>('certificate-request').filter((_, i) => i % 12 === 0).map(({id, request}) => {
    const spec = {request: Buffer.from(`-----BEGIN CERTIFICATE REQUEST-----\n${request}\n-----END CERTIFICATE REQUEST-----\n`).toString('base64'), signerName: 'example.com/a', usages: ['client auth']}
    return {path: `${id}.json`, text: JSON.stringify({apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: {name: id.replace('/', '-')}, spec})}
  }),
})

describe('library for browsers', () => {
  it('returns the same answers as the library for Node.js, without anything of Node.js', async () => {
    const inputs = [...samples(), ...recorded(), certificateRequests()]
    const {stdout, stderr} = spawnSync(process.execPath, ['--no-warnings', '--experimental-vm-modules', '--import', 'tsx', join(root, 'test/helpers/browser-realm.ts')],
      {cwd: root, input: JSON.stringify(inputs), encoding: 'utf8', maxBuffer: 1 << 30})
    expect(stderr).to.equal('')
    const {names, answers} = JSON.parse(stdout) as {names: string[], answers: string[]}
    const expected = await answersOf(library as unknown as AnsweringLibrary, inputs)
    expect(answers).to.have.length(expected.length)
    for (const [i, answer] of answers.entries()) expect(answer).to.equal(expected[i])
    const declared = [...readFileSync(join(root, 'dist/browser/index.d.ts'), 'utf8').matchAll(/^export (?:declare function (\w+)|\{([^}]+)\})/gm)]
    expect(declared.flatMap(([, one, several]) => one ?? several?.split(', ') ?? []).sort()).to.deep.equal([...names].sort())
  })

  it('loads at most 350 kB to lint and simulate, and each part only when it is needed', () => {
    const {start, all} = browserSizes()
    expect(start).to.be.at.most(350_000)
    expect(all).to.be.at.most(600_000)
  })
})
