import {part} from './parts.js'

const requests = part(() => import('../../x509/certificate-request.js'))

/** Returns the texts of the type `commonName` in the subject of a certificate request. */
export const commonNameOf = (request: string): string | undefined => requests().commonNameOf(request)

export const organizationsOf = (request: string): readonly string[] | undefined => requests().organizationsOf(request)

export const requestFormError = (request: string): string | undefined => requests().requestFormError(request)

export const certificateRequestError = (request: string): string | undefined => requests().certificateRequestError(request)
