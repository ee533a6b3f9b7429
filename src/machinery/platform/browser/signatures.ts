import type {SignedMessage} from '../../x509/signed-message.js'
import {part} from './parts.js'

const signatures = part(() => import('./noble-signatures.js'))

/** True if the signature of a message is right. */
export const isSignatureRight = (message: SignedMessage): boolean => signatures().isSignatureRight(message)
