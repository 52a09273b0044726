export { addressSigner } from './address.ts'
