/** The next power of two. */
function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(atLeast, 2)))
}

/**
 * The sum over t of a[t + lag] * b[t], for every lag from -(b.length - 1) to a.length - 1; index 0 of the result is the first of
 * these. Uses the fast Fourier transform, so that two talks of five hours take a second.
 */
export function crossCorrelation(a: Float32Array, b: Float32Array): Float64Array {
  const size = powerOfTwo(a.length + b.length)
  // Both inputs are real, so they share one transform: a as its real part, b as its imaginary part.
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  re.set(a)
  im.set(b)
  transform(re, im)

  const productRe = new Float64Array(size)
  const productIm = new Float64Array(size)
  for (let k = 0; k < size; k += 1) {
    const mirrored = (size - k) % size
    const [xr, xi, yr, yi] = [re[k] ?? 0, im[k] ?? 0, re[mirrored] ?? 0, im[mirrored] ?? 0]
    const [ar, ai] = [(xr + yr) / 2, (xi - yi) / 2]
    const [br, bi] = [(xi + yi) / 2, (yr - xr) / 2]
    // The conjugate of the product a * conj(b): its forward transform is the inverse transform of the product.
    productRe[k] = ar * br + ai * bi
    productIm[k] = -(ai * br - ar * bi)
  }
  transform(productRe, productIm)

  const lags = new Float64Array(a.length + b.length - 1)
  for (let index = 0; index < lags.length; index += 1) {
    const lag = index - (b.length - 1)
    lags[index] = (productRe[(lag + size) % size] ?? 0) / size
  }
  return lags
}

/** The discrete Fourier transform in place (Cooley and Tukey, radix 2). Lengths have to be powers of two. */
function transform(re: Float64Array, im: Float64Array): void {
  reorder(re, im)
  const size = re.length
  const cos = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((-2 * Math.PI * k) / size))
  const sin = Float64Array.from({ length: size / 2 }, (_, k) => Math.sin((-2 * Math.PI * k) / size))

  for (let span = 1; span < size; span *= 2) {
    const step = size / (2 * span)
    for (let begin = 0; begin < size; begin += 2 * span) {
      for (let k = 0; k < span; k += 1) {
        const [even, odd] = [begin + k, begin + k + span]
        const [wr, wi] = [cos[k * step] ?? 0, sin[k * step] ?? 0]
        const [or, oi] = [re[odd] ?? 0, im[odd] ?? 0]
        const [tr, ti] = [or * wr - oi * wi, or * wi + oi * wr]
        const [er, ei] = [re[even] ?? 0, im[even] ?? 0]
        re[odd] = er - tr
        im[odd] = ei - ti
        re[even] = er + tr
        im[even] = ei + ti
      }
    }
  }
}

function reorder(re: Float64Array, im: Float64Array): void {
  const size = re.length
  for (let index = 1, mirrored = 0; index < size; index += 1) {
    let bit = size >> 1
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit
    mirrored ^= bit
    if (index < mirrored) {
      swap(re, index, mirrored)
      swap(im, index, mirrored)
    }
  }
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a] ?? 0
  values[a] = values[b] ?? 0
  values[b] = kept
}
