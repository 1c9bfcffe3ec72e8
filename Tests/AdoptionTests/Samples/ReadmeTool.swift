// sample: README#Record your app:5
