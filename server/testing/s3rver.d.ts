/** The part that Kinora uses of a library without type declarations. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    store: {
      deleteObject(bucket: string, key: string): Promise<void>
      listObjects(bucket: string, options: object): Promise<{ isTruncated: boolean }>
    }
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }

  export = S3rver
}
