import {expect} from 'chai'

import {certificateRequestError, commonNameOf, organizationsOf, requestFormError} from '../../src/machinery/x509/certificate-request.js'
import {pem} from '../helpers/certificate-request.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

/** The answer of Go to a certificate request in DER: its subject or an error of its form, and an error of its signature. */
interface Vector {
  readonly id: string
  readonly request: string
  readonly formError?: string
  readonly commonName?: string
  readonly organizations?: readonly string[]
  readonly signatureError?: string
}

const vectors = readVectors<Vector>('certificate-request')

function answer(request: string): object {
  const formError = requestFormError(request)
  const error = certificateRequestError(request)
  const signatureError = error === formError ? {} : {signatureError: error}
  return {...formError === undefined ? {commonName: commonNameOf(request), organizations: organizationsOf(request)} : {formError}, ...signatureError}
}

describe('recorded answers: certificate-request', () => {
  it('contain all cases', () => {
    expect(vectors.length).to.equal(236)
    expect(vectors.filter(({formError}) => formError !== undefined).length).to.equal(146)
    expect(vectors.filter(({signatureError}) => signatureError !== undefined).length).to.equal(15)
  })

  for (const {id, request, ...recorded} of vectors.filter(isReplayed)) {
    it(id, () => {
      expect(answer(pem(Buffer.from(request, 'base64')))).to.deep.equal(recorded)
    })
  }
})
