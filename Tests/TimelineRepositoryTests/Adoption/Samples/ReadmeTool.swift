// sample: README#Record your app:6
