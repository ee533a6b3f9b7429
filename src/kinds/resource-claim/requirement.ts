import type {DeviceSubRequest, ExactDeviceRequest} from '../../machinery/api/resource-v1.js'

/** The requested devices and their number: of a request, or of one of its alternatives. */
export type DeviceRequirement = ExactDeviceRequest & DeviceSubRequest
