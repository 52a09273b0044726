const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const FOLDER = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/
const NAMES = ['endpoint', 'region', 'forcePathStyle']

/** Where an S3 store is: `s3://bucket/folder?endpoint=https://...&region=...&forcePathStyle=true`. */
export type S3Address = {
  bucket: string
  /** Precedes every key; empty, or ending in a slash. */
  prefix: string
  /** Absent for Amazon S3 itself. */
  endpoint: string | undefined
  region: string
  /** Whether the bucket stands in the path, as most stores but Amazon's want it, or in the host's name. */
  isPathStyle: boolean
}

/** Reads an `s3:` address; returns what is wrong with it, in words for the operator, where it is not valid. */
export function readS3Address(text: string): { address: S3Address } | { problems: string[] } {
  const url = new URL(text)
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? '' : 'us-east-1')
  const pathStyle = url.searchParams.get('forcePathStyle') ?? 'false'
  const folders = url.pathname.split('/').filter(Boolean)
  const strange = [...url.searchParams.keys()].filter((name) => !NAMES.includes(name))

  const problems = [
    ...(BUCKET.test(url.hostname) ? [] : ['s3://<bucket> needs the name of a bucket']),
    ...(url.username || url.password
      ? ['the keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY']
      : []),
    ...(folders.every((one) => FOLDER.test(one))
      ? []
      : ['folders are letters, digits, "-", "_" and inner dots']),
    ...(endpoint === undefined || isHttp(endpoint) ? [] : ['endpoint is an http or https address']),
    ...(region === '' ? ['region is missing (every store but Amazon’s has an endpoint instead)'] : []),
    ...(['true', 'false'].includes(pathStyle) ? [] : ['forcePathStyle is true or false']),
    ...strange.map((name) => `there is no option ${name} (there are ${NAMES.join(', ')})`),
  ]
  if (problems.length > 0) return { problems }

  const prefix = folders.map((one) => `${one}/`).join('')
  return { address: { bucket: url.hostname, prefix, endpoint, region, isPathStyle: pathStyle === 'true' } }
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
