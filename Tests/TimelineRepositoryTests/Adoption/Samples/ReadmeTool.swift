// sample: README#Record your app:4
