import {expect} from 'chai'
import {readDocuments} from '../../src/source/read-documents.js'
import type {SourceDocument} from '../../src/source/source-document.js'
import {SourceFile} from '../../src/source/source-file.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface Vector {
  readonly id: string
  readonly file: string
  readonly text: string
  readonly encoding?: string
  readonly stderr: string
}

const vectors = readVectors<Vector>('decode')

function bytesOf({text, encoding}: Vector): Uint8Array {
  switch (encoding) {
    case undefined: return Buffer.from(text)
    case 'latin-1': return Buffer.from(text, 'latin1')
    case 'utf-16-le': return Buffer.from(text, 'utf16le')
    case 'utf-16-be': return Buffer.from(text, 'utf16le').swap16()
    case 'utf-32-le': return new Uint8Array(Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0).buffer)
    default: throw new Error(`encoding ${encoding} is not known`)
  }
}

/** True if kubectl could not parse the file, or one of its documents. */
const isReaderError = ({stderr}: Vector): boolean => /error parsing|cannot unmarshal number \S+ into Go value of type float64/.test(stderr)

/** Lines of errors for which kubectl names no line, or one far after the error. */
const errorLines: Readonly<Record<string, number>> = {
  'quantity-inf': 9, 'quantity-nan': 9, 'syntax-double-unclosed': 4, 'syntax-single-unclosed': 4, 'syntax-template': 6, 'syntax-template-line': 1, 'yaml11-null-key-word': 6,
  'yaml11-list-key': 6, 'yaml11-map-key': 6, 'yaml11-inf': 6, 'yaml11-binary-tag-bad': 6, 'anchor-merge-scalar': 6, 'anchor-unknown': 6, 'anchor-across-documents': 11,
  'anchor-bomb': 7, 'documents-separator-map': 1, 'documents-separator-tag': 1, 'documents-separator-four': 6, 'documents-directive-12': 1, 'empty-tab': 1, 'empty-dots': 1,
  'json-comma-between': 1, 'json-three-then-text': 4, 'json-two-then-text': 3, 'json-missing-comma': 1, 'json-missing-brace': 1, 'json-missing-quote': 1, 'json-big-number': 1,
  'json-bad-escape': 1, 'json-half': 1, 'bytes-nul': 5, 'bytes-control-1': 6, 'bytes-control-escape': 6, 'bytes-delete-127': 6, 'bytes-c1': 6, 'bytes-nel': 6,
  'bytes-form-feed': 6, 'bytes-non-character': 6, 'bytes-utf16le-no-bom': 1, 'bytes-utf32le': 1, 'bytes-gzip': 1,
}

/**
 * The lines on which the error can be according to kubectl's message. The named line (one less in parser errors) counts from
 * the start of the document, and go-yaml may detect the error only on the next line.
 */
function linesOf({id, stderr}: Vector, {file, start}: SourceDocument): number[] {
  const known = errorLines[id.replace('decode/', '')]
  if (known !== undefined) return [known]
  const [, line = '', message = ''] = /yaml: line (\d+): (.*)/.exec(stderr) ?? []
  const early = /^did not find expected (?!alphabetic|comment)/.test(message) ? 1 : 0
  const noticed = file.position(start).line + Number(line) - 1 + early
  return [noticed - 1, noticed]
}

describe('recorded answers: decode, problems of readDocuments', () => {
  it('contain all cases', () => expect([vectors.length, vectors.filter(isReaderError).length]).to.deep.equal([582, 73]))

  for (const vector of vectors.filter(isReplayed)) {
    const documents = readDocuments(SourceFile.decode(vector.file, bytesOf(vector)))
    const broken = documents.find(({problems}) => problems.length > 0)

    if (isReaderError(vector)) {
      it(`${vector.id}: reports a problem on the right line`, () => {
        const [problem] = broken?.problems ?? []
        if (broken === undefined || problem === undefined) throw new Error('nothing was found')
        expect(linesOf(vector, broken)).to.include(broken.file.position(problem.start).line)
      })
    } else {
      it(`${vector.id}: reports no problem`, () => expect(broken?.problems).to.equal(undefined))
    }
  }
})
