export {certificateRequestError, commonNameOf, organizationsOf, requestFormError} from '../../x509/certificate-request.js'
