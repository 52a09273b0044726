/** Of a recording that broke off, where nothing of it can be read. Apart from the other words, which the studio loads. */
export const cannotRead =
  'This device cannot read it just now. Close other programs or restart the device, and look again.'
