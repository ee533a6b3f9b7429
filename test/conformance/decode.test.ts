import {expect} from 'chai'

import type {ManifestProblem} from '../../src/manifests/manifest.js'
import {SourceFile} from '../../src/source/source-file.js'
import {expectRecorded, ownAnswer} from '../helpers/exceptions.js'
import {vectorCluster} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'
import {kubectlCreate, type KubectlRun, unreadable} from '../manifests/kubectl-create.js'

/** Output of `kubectl -n dev create --dry-run=server -o name -f FILE` for a file. */
interface Case {
  readonly id: string
  readonly file: string
  readonly text: string
  readonly encoding?: 'latin-1' | 'utf-16-le' | 'utf-16-be' | 'utf-32-le'
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

describe('recorded answers: decode', () => {
  const cases = readVectors<Case>('decode')

  it('contain all cases', () => expect(cases).to.have.length(582))

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => {
      expectRecorded('decode', vector.id, () => check(vector))
      const own = ownAnswer('decode', vector.id)
      if (own !== undefined) expect(run(vector)).to.deep.include({stdout: `${own}\n`, stderr: ''})
    })
  }
})

function check(vector: Case): void {
  const given = run(vector)
  expect(answer(vector, given)).to.deep.equal(recorded(vector))
  for (const problem of given.unreadable) expectRightLine(vector, problem)
}

const run = (vector: Case): KubectlRun => kubectlCreate(SourceFile.decode(vector.file, bytesOf(vector)), vectorCluster())

const bytesOf = ({text, encoding}: Case): Buffer => encoding === undefined ? Buffer.from(text) : encoders[encoding](text)

const encoders: Readonly<Record<NonNullable<Case['encoding']>, (text: string) => Buffer>> = {
  'latin-1': (text) => Buffer.from(text, 'latin1'),
  'utf-16-le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16-be': (text) => Buffer.from(text, 'utf16le').swap16(),
  'utf-32-le': (text) => Buffer.from(Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0).buffer),
}

type Answer = Pick<KubectlRun, 'exit' | 'stdout' | 'stderr'>

/** Replaces kadm's own messages for unreadable files by the recorded ones. */
function answer({stderr: expected}: Case, {exit, stdout, stderr}: KubectlRun): Answer {
  const [unread = ''] = unreadableText.exec(expected) ?? []
  return {exit, stdout, stderr: stderr.replace(unreadable, () => unread)}
}

const unreadableText = /error parsing .*|error validating .*json: cannot unmarshal number .*/

const recorded = ({exit, stdout, stderr}: Case): Answer => ({exit, stdout: withStandIns(stdout), stderr: withStandIns(stderr)})

/** Replaces generated names and UIDs by XXXXX, as in kadm's output. */
const withStandIns = (text: string): string => text.replace(/\?{8}(?:-\?+){4}|\?{5}/g, 'XXXXX')

/** Distance from the line that kubectl names to the error. Parser errors name the line above (spec apimachinery 2.2). */
const shifts: readonly [text: RegExp, lines: number][] = [
  [/could not find expected ':'/, -1],
  [/did not find expected (?:key|'-' indicator|',' or|<document start>)/, 1],
]

/** Problems that kadm reports above the line that kubectl names: at the start of an unclosed value, or at the directive. */
const shownAbove = /never closed|no YAML directives/

function expectRightLine({id, stderr, text}: Case, {document: {file, start}, span, message}: ManifestProblem): void {
  const [, offset, line] = /json: offset (\d+)|yaml: line (\d+):/.exec(stderr) ?? []
  const {line: given} = file.position(span.start)
  if (offset !== undefined) expect(given, id).to.equal(file.position(Number(offset) - 1).line)
  if (line === undefined) return
  // kubectl counts U+0085 as a line break.
  const named = file.position(start).line + Number(line) - text.split('\u0085').length
  if (shownAbove.test(message)) expect(given, id).to.be.at.most(named)
  else expect(given, id).to.equal(named + (shifts.find(([pattern]) => pattern.test(stderr))?.[1] ?? 0))
}
