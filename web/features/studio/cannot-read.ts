/** For a recording that broke off and none of which can be read. In a file of its own, apart from the words that the studio loads. */
export const cannotRead =
  'This device cannot read it just now. Close other programs or restart the device, and look again.'
